import { defineConfig } from 'vitest/config'

/** A poll ends as soon as it is satisfied: the time it may take is for a machine that is busy with other things. */
const expect = { poll: { timeout: 15_000 } }

/**
 * Three suites: pure logic, the server, and the browser. Each file of the last two has its own database on one shared
 * database server. Files of the server run in their own process, which ends whatever they leave open; browser files share
 * the modules of their worker.
 */
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
          expect,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          expect,
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          expect,
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
