import { isObject } from '../../json/json.ts'
import { runPath } from './run-path.ts'
import type { Irregularity } from './wiring.ts'

/** A longer name is none. */
const LONGEST_NAME = 200
const LONGEST_PATH = 1_000

/** Reads a manifest's values tolerantly and notes, by JSON pointer, what a strict validator would refuse. */
export class ManifestNotes {
  readonly irregular: Irregularity[] = []
  readonly outside: Irregularity[] = []

  say(pointer: string, message: string): void {
    this.irregular.push({ pointer, message })
  }

  /** A string that is not empty, or null with a note. */
  text(value: unknown, pointer: string): string | null {
    if (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME) return value.trim()
    this.say(
      pointer,
      value === undefined ? 'is absent' : typeof value === 'string' ? 'is empty or too long' : 'is no text',
    )
    return null
  }

  /** The objects of a list, each with its pointer; what is none is noted. */
  objects(value: unknown, pointer: string): readonly (readonly [value: Record<string, unknown>, pointer: string])[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.say(pointer, 'is no list')
      return []
    }
    return value.flatMap((item: unknown, index) => {
      if (isObject(item)) return [[item, `${pointer}/${index}`] as const]
      this.say(`${pointer}/${index}`, 'is no object')
      return []
    })
  }

  /** The names of a list; a lone text and an object that names a node are taken for one, with a note. */
  names(value: unknown, pointer: string): readonly string[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) {
      this.say(pointer, 'is no list')
      return typeof value === 'string' ? [value] : []
    }
    return value.flatMap((item: unknown, index) => {
      if (typeof item === 'string') return [item]
      this.say(`${pointer}/${index}`, 'is no text')
      return isObject(item) && typeof item.nodeId === 'string' ? [item.nodeId] : []
    })
  }

  /** A path inside the run; null with a note when there is none or it leads out. */
  path(value: unknown, pointer: string): string | null {
    if (typeof value !== 'string') return null
    if (value.length > LONGEST_PATH) {
      this.say(pointer, 'is too long for a path')
      return null
    }
    const path = runPath(value)
    if ('inside' in path) return path.inside
    this.outside.push({ pointer, message: path.outside })
    return null
  }
}
