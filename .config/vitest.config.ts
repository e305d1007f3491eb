import { configDefaults, defineConfig } from 'vitest/config'

/** They open nothing and keep nothing at module level, so their files can share one loaded copy of the sources. */
const PURE = ['test/{audio,cli,contract,domain}/**/*.test.ts']

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
    env: { NO_COLOR: '1', PARLEY_TEST: '1' },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...PURE],
        },
      },
    ],
  },
})
