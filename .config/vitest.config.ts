import { configDefaults, defineConfig } from 'vitest/config'

/** Browsers that hear, speak and draw in real time: beside other tests on a small machine they would miss the beat. */
const REAL_TIME = ['test/web/**/*.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    env: { NO_COLOR: '1', PARLEY_TEST: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...REAL_TIME],
          // Nothing is kept at module level and no test leaves anything behind, so files share one loaded copy of the sources.
          isolate: false,
        },
      },
      {
        extends: true,
        // Where there is no graphics card, a picture of a model takes seconds.
        test: {
          name: 'alone',
          include: REAL_TIME,
          maxWorkers: 1,
          testTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
