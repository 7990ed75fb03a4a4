import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const patience = 'scripts/patience.setup.ts'

/**
 * Upper limits for a slow or busy machine; every wait ends as soon as its condition is met. A test with a timeout of
 * its own needs longer than this.
 */
const waits = { expect: { poll: { timeout: 60_000 } }, testTimeout: 180_000, hookTimeout: 300_000 }

/** Small files that take long. Larger files run first, so these would otherwise run alone at the end. */
const slow =
  /e2e\/(screens|dify|bundle|market|sign)\.spec|sandbox\/(resources|python)\.test|\/registry-(text|foreign)\.test|[/-]kill\.test|\/bus\.test/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { true: first = [], false: rest = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      String(slow.test(moduleId)),
    )
    return [...first, ...rest]
  }
}

/**
 * Three suites: pure logic, the server and the browser. Each file of the last two has its own database on one shared
 * database server. Files share the modules of their worker, which would otherwise be loaded for each file, so each file
 * has to close what it opened (testing/after-file.ts) and undo what it changed.
 */
export default defineConfig({
  test: {
    // Uses both cores of a small machine; the default would leave one idle.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
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
          ...waits,
          setupFiles: patience,
          // Files share the modules of their worker: loading them for each file took half of the time of unit tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          ...waits,
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          setupFiles: [patience, 'apps/server/src/testing/after-file.setup.ts'],
          isolate: false,
          // One more than there are cores, because these tests wait for the database for a third of their time.
          maxWorkers: 3,
          // Runs after the unit tests, because their numbers of workers differ.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          ...waits,
          globalSetup: 'apps/server/src/testing/postgres.global.ts',
          setupFiles: [patience, 'apps/server/src/testing/after-file.setup.ts'],
          isolate: false,
          testTimeout: 400_000,
        },
      },
    ],
  },
})
