/** How something is coloured and marked, by the style sheet: never by colour alone. */
export type Tone = 'fail' | 'partial' | 'pass' | 'info'

/** How a score of 0 to 100 is coloured. Bands: docs/scoring.md. */
export const scoreTone = (score: number): Tone => (score < 40 ? 'fail' : score < 70 ? 'partial' : 'pass')
