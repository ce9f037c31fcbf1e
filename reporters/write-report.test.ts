import { expect, test } from 'vitest'
import { writeReport } from './write-report.ts'

test('a place that takes no folders is an error, and no wait without end', async () => {
  await expect(writeReport('/proc/tribunal/report', { 'index.html': '' })).rejects.toThrow(/ENOENT|EACCES|EROFS|EPERM/)
})
