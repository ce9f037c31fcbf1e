import { expect, test } from 'vitest'
import { filesUnder } from './files-under.ts'
import { memoryFiles } from './memory-files.ts'

const PATHS = ['a', 'a-b/c.md', 'a.md', 'a/b.md', 'a/c/d.md', 'a0.md', 'ab/c.md', 'b/a/b.md', 'z.md']
const listing = memoryFiles(Object.fromEntries(PATHS.map((path) => [path, 'x']))).list()

test.each(['a', 'ab', 'a-b', 'a/c', 'b', 'z.md', 'none', ''])(
  'under %j lies what begins with it and a slash',
  (folder) => {
    expect(filesUnder(listing, folder)).toEqual(listing.filter(({ path }) => path.startsWith(`${folder}/`)))
  },
)
