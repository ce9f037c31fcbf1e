import { type FoundObject, findJsonObjects } from './find-json-objects.ts'

/**
 * The JSON object of a text that holds exactly one: undefined for none, for several, and for a text in which something
 * else starts like an object and fails to be one.
 */
export function theOneJsonObject(text: string): FoundObject | undefined {
  const { objects, problems } = findJsonObjects(text)
  return objects.length === 1 && problems.length === 0 ? objects[0] : undefined
}
