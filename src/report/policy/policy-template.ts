/** What `tribunal init` writes: every rule with what it does, those that need a decision of yours commented out. */
export const POLICY_TEMPLATE = `{
  "$schema": "./node_modules/vitest-tribunal/src/schemas/policy.schema.json",
  "format": "tribunal-policy",
  "version": 1,

  // The lowest verdict that is green: "pass", or "partial". A verdict that a test declares with \`expect\` is not held to it.
  "gate": "pass",

  // What turns CI red. Exit codes: 1 something is under the gate, 2 something cannot be inspected, 3 nothing was checked.
  "hard": {
    // The least that is asked of inspections, by system (a glob) or by tag of the test. A floor on which nothing stands is
    // unverified, so that a renamed system does not slip through.
    "floors": [
      // { "system": "worker-critic", "verdict": "pass", "runtimeFidelity": 90, "taskEffectiveness": 70 },
      // { "tag": "release", "verdict": "pass" },
    ],

    // Flags that no inspection may have, by id: docs/scoring.md lists them.
    "forbiddenFlags": ["order-violated", "path-outside-run"],

    "laws": {
      // Tries of each law that held. Laws are checked over tries, never proved.
      "minTries": 100,
      // Share of the declared behaviours (accepted, budget ran out …) that the tries came across, above 0 to 1.
      "minCoverage": 1,
      // Share of the planted faults that the laws notice, above 0 to 1. Needs \`mutants\` in a test.
      // "mutantsKilled": 1,
    },

    "arbitrations": {
      // Share of the allowed actions that a model chose at least once, per situation, above 0 to 1. A default is no choice.
      // "minCoverage": 0.5,
    },

    // Tests whose tries came to different records, or that failed and passed when tried again.
    "maxFlaky": 0,

    // Tests that are skipped, or still to be written, in the files that must check something.
    "maxSkipped": 0,

    // Inspections and laws that are as bad as their tests expect: \`expect: 'fail'\` is for the few that show a fault.
    // "maxExpectedBad": 3,

    // How many there must be at least, so that deleted tests are noticed.
    // "atLeast": { "inspections": 10, "laws": 5 },
  },

  // The same rules once more, to be told of without turning anything red.
  "advisory": {
    "floors": [{ "system": "**", "runtimeFidelity": 85, "taskEffectiveness": 80 }],
  },

  // Test files, and laws as "law of subject", that may come out unverified: globs, or true for all.
  "allowUnverified": [],

  // A run from which the caller left files or tests out (\`-t\`, \`--changed\`, \`--project\`, file names …) is refused unless this is true.
  "allowNarrowed": false,

  // A reviewed run that later ones are held against. \`tribunal baseline accept\` writes the file; nothing else ever does.
  // "baseline": { "file": "tribunal.baseline.json", "maxDrop": 5 },
}
`
