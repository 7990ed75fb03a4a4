import { defineConfig } from 'vitest/config'

/** Three suites: pure logic and server together (node), and the browser. Each file is its own world; a database server is shared. */
export default defineConfig({
  test: {
    // Both cores of a small machine; the default would leave one idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'apps/web/src/**/*.test.tsx',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          fileParallelism: false,
          // A real browser on a busy machine now and then needs a second try; the report says where it did.
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
