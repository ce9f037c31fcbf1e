import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * What a JSON document breaks of the schema of its format; all schemas of the package are known.
 *
 * @param name - of the schema's file
 * @param pointer - to the part of it that is meant
 */
export function schemaFaults(name: string, document: unknown, pointer = ''): unknown[] {
  const validate = ajv.getSchema(`https://vitest-tribunal.dev/schemas/${name}.schema.json${pointer}`)!
  return validate(document) ? [] : (validate.errors ?? ['unknown'])
}

// Helpers

const ajv = new Ajv2020({ strict: false, allErrors: true })
for (const file of readdirSync('src/schemas'))
  if (file.endsWith('.schema.json')) ajv.addSchema(JSON.parse(readFileSync(`src/schemas/${file}`, 'utf8')))
