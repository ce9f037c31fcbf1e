import { expect, test } from 'vitest'
import { markerOf, markersIn, ownMarkersIn, quoted } from './marker.ts'

const names = Array.from({ length: 5_000 }, (_, i) => `slot-${i % 7}.reading.field-${i}#${i % 9}`)

test('a marker is zq and 26 lower-case letters, the same for the same name', () => {
  expect(markerOf('worker.text#1')).toMatch(/^zq[a-z]{26}$/)
  expect(markerOf('worker.text#1')).toBe(markerOf('worker.text#1'))
})

test('no two of thousands share more than a few letters at their start', () => {
  const starts = new Set(names.map((name) => markerOf(name).slice(0, 12)))
  expect(starts.size).toBe(names.length)
})

test('markers are found in a text without white space and capitals', () => {
  const [a, b] = [markerOf('a'), markerOf('b')]
  expect(markersIn(`x${a}y${b}`)).toEqual([a, b])
  expect(markersIn('zq is short')).toEqual([])
})

test('what a text quotes is not its own', () => {
  const [own, other] = [markerOf('own'), markerOf('other')]
  expect(ownMarkersIn(`${own}${quoted(`from ${other}`)}`)).toEqual([own])
})
