import Table from 'cli-table3'
import type { Bench } from './bench.ts'
import type { FactFigure, Figure } from './figures.ts'
import type { Spread } from './measure.ts'

/** Prints a bench as a table: what each call costs in CPU time, how many times the baseline that is, whether it is within reach. */
export function printFigures({ name, about }: Bench, all: readonly (Figure | FactFigure)[]): void {
  const figures = all.filter((one): one is Figure => 'ours' in one)

  const table = new Table({
    head: ['', 'baseline', 'its time', 'ours', 'per second', 'ratio', 'reach', ''],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'left', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  })
  for (const figure of figures) table.push(rowOf(figure))
  console.log(`${name}: ${about}\n${table}\n`)
  for (const one of all) if ('unit' in one) console.log(factLine(one))
}

// Helpers

function factLine({ name, unit, value, reach, reached }: FactFigure): string {
  const limit = reach === undefined ? '' : ` (≤ ${reach} ${unit}: ${reached ? 'reached' : 'NOT REACHED'})`
  return `  ${name}: ${value === null ? 'not measured here' : `${digits(value)} ${unit}`}${limit}`
}

function rowOf({ name, per, ours, baseline, ratio, reach, reached }: Figure): string[] {
  const limit = reach === undefined ? '' : ratio ? `≤ ${reach}` : `≤ ${reach} ms`
  return [
    name,
    baseline?.name ?? '',
    baseline ? time(baseline.median) : '',
    `${time(ours.median)} a ${per}`,
    rate(ours.median),
    ratio ? around(ratio) : '',
    limit,
    reached === undefined ? '' : reached ? 'reached' : 'NOT REACHED',
  ]
}

const around = ({ low, median, high }: Spread): string => `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`

/** CPU microseconds, to three digits. */
function time(micros: number): string {
  if (micros >= 1000) return `${digits(micros / 1000)} ms`
  return micros >= 1 ? `${digits(micros)} µs` : `${digits(micros * 1000)} ns`
}

const rate = (micros: number): string => (1e6 / micros >= 1000 ? `${digits(1e3 / micros)} k` : digits(1e6 / micros))

const digits = (value: number): string => String(Number(value.toPrecision(3)))
