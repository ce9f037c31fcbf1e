/**
 * Works at several things at once and gives the results in the order of the things, each as soon as it and all before it are there.
 *
 * @param things - what to work at
 * @param work - starts work at one; it must not fail
 * @param most - how many results may be waited for or held at once
 */
export async function* inOrder<Thing, Result>(
  things: Iterable<Thing>,
  work: (thing: Thing) => Promise<Result>,
  most: number,
): AsyncGenerator<Result> {
  const ahead: Promise<Result>[] = []
  for (const thing of things) {
    ahead.push(work(thing))
    if (ahead.length >= most) yield await ahead.shift()!
  }
  for (const result of ahead) yield await result
}
