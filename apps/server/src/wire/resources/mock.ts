import { createMockGenerator } from '#domains/resources/mock/generate.service.ts'
import { mockRoutes } from '#domains/resources/mock/mock.routes.ts'
import { createMockService } from '#domains/resources/mock/mock.service.ts'
import { createMockView } from '#domains/resources/mock/mock.view.ts'
import { createSeeSubject } from '#domains/resources/mock/see-subject.ts'
import { testCaseRoutes } from '#domains/resources/mock/test-case.routes.ts'
import { createTestCaseService } from '#domains/resources/mock/test-case.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'
import type { Plugins } from './plugin.ts'

/** Wires mock sets and test cases, with which tools are tried. */
export function wireMocks(
  infra: Infra,
  { ground, chat, plugins }: { ground: Ground; chat: Chat; plugins: Plugins },
  ports: Pick<AppPorts, 'bots' | 'workflowFacts'>,
) {
  const { clock, jobs, log, newId } = infra
  const { db } = infra.database
  const { access, links, passport: people } = ground
  const { toolsets, reach } = plugins
  const mocks = createMockService({ db, newId, clock, toolsets })
  access.registerPart('mockSet', mocks.pluginOf)
  const generator = createMockGenerator({ mocks, jobs, log, write: chat.textWriter.write })
  const cases = createTestCaseService({ db, newId, clock, toolsets, resources: ground.resources, ports })
  const view = createMockView(people, links)
  const see = createSeeSubject(cases, reach)
  const handlers: HandlersOf<'mockSet' | 'testCase'> = {
    mockSet: mockRoutes({ mocks, generator, view, see }),
    testCase: testCaseRoutes({ cases, view, see }),
  }
  return {
    handlers,
    services: { mocks, mockGenerator: generator },
    start: () => generator.start(),
  }
}
