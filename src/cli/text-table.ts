import Table from 'cli-table3'
import type { Palette } from './palette.ts'

/** A column of a table for a terminal. */
export interface Column {
  readonly title: string
  /** What the title becomes where a terminal is too narrow. */
  readonly short?: string
  readonly isNumber?: boolean
  /** Names and paths give way where a terminal is too narrow; a larger share gives way less. */
  readonly share?: number
  /** Colours a cell once its width is known. */
  paint?(text: string): string
}

/**
 * Lays out rows under their titles, without lines.
 *
 * @param columns - what each cell of a row is
 * @param rows - cells that hold nothing that acts on a terminal
 * @param width - of the terminal; without it, as a pipe has none, nothing gives way
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  palette: Palette,
  width: number | undefined,
): string {
  const titles = titlesWithin(width, columns, rows)
  const table = new Table({
    head: titles.map((title) => palette.dim(title)),
    colAligns: columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
    colWidths: widthsWithin(width, columns, titles, rows),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  })
  for (const row of rows) table.push(row.map((cell, index) => columns[index]?.paint?.(cell) ?? cell))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

// Helpers

/** No column gets narrower than this: less says nothing. */
const LEAST = 10

type Rows = readonly (readonly string[])[]

const titlesWithin = (width: number | undefined, columns: readonly Column[], rows: Rows): string[] => {
  const titles = columns.map(({ title }) => title)
  return sum(widthsOf(titles, rows)) <= (width || Number.POSITIVE_INFINITY)
    ? titles
    : columns.map(({ title, short }) => short ?? title)
}

const widthsOf = (titles: readonly string[], rows: Rows): number[] =>
  titles.map((title, i) => 2 + rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), title.length))

function widthsWithin(
  width: number | undefined,
  columns: readonly Column[],
  titles: readonly string[],
  rows: Rows,
): (number | null)[] {
  const widths = widthsOf(titles, rows)
  const over = sum(widths) - (width || Number.POSITIVE_INFINITY)
  if (over <= 0) return widths.map(() => null)
  const flexible = columns.flatMap(({ share }, index) => (share === undefined ? [] : [{ share, index }]))
  let room = sum(flexible.map(({ index }) => widths[index]!)) - over
  let shares = sum(flexible.map(({ share }) => share))
  // The narrowest first: what it does not need is the others'.
  for (const { share, index } of flexible.sort((a, b) => widths[a.index]! - widths[b.index]!)) {
    const own = Math.max(LEAST, Math.min(widths[index]!, Math.floor((room * share) / shares)))
    widths[index] = own
    room -= own
    shares -= share
  }
  return columns.map(({ share }, index) => (share === undefined ? null : widths[index]!))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  mid: '',
  'mid-mid': '',
  'left-mid': '',
  'right-mid': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  middle: '',
  right: '',
}
