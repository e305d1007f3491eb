import { configDefaults, defineConfig } from 'vitest/config'

/** Browsers and sound devices, which hear, speak and draw in real time: beside other tests on a small machine they would miss the beat. */
const REAL_TIME = ['test/web/**/*.test.ts', 'test/**/real-sound.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // These only end what hangs. What is to be quick says so itself: a busy machine takes many times as long for all.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['.config/vitest.temporary.ts'],
    setupFiles: ['.config/vitest.state.ts'],
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
        test: {
          name: 'alone',
          include: REAL_TIME,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
