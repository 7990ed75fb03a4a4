import { createCodePages } from '#domains/studio/component-package/code-page.service.ts'
import { createFrameLinks } from '#domains/studio/component-package/component-frame.ts'
import { createPackageRepo } from '#domains/studio/component-package/component-package.repo.ts'
import { componentPackageRoutes } from '#domains/studio/component-package/component-package.routes.ts'
import { packageVersionRoutes } from '#domains/studio/component-package/package-version.routes.ts'
import { createPackageService } from '#domains/studio/component-package/component-package.service.ts'
import { createFramesOf } from '#domains/studio/component-package/frames-of.ts'
import { builderSandboxRoutes } from '#domains/studio/interface/builder-sandbox.routes.ts'
import { createInterfaceFacts } from '#domains/studio/interface/interface-facts.ts'
import { createInterfaceRepo } from '#domains/studio/interface/interface.repo.ts'
import { interfaceRoutes } from '#domains/studio/interface/interface.routes.ts'
import { createInterfaceService } from '#domains/studio/interface/interface.service.ts'
import { createPreviewLinks } from '#domains/studio/interface/preview-link.ts'
import { interfacePreviewRoutes } from '#domains/studio/interface/preview.routes.ts'
import { interfacePictureRoutes } from '#domains/studio/interface/picture.routes.ts'
import { createPictureService } from '#domains/studio/interface/picture.service.ts'
import { createInterfaceReleases } from '#domains/studio/interface/release.service.ts'
import { createPages } from '#domains/studio/interface/page.service.ts'
import { createSnapshotRepo } from '#domains/studio/interface/snapshot.repo.ts'
import { createSnapshots } from '#domains/studio/interface/snapshot.service.ts'
import { createSourceService } from '#domains/studio/interface/source.service.ts'
import type { AppVersions } from '#domains/studio/project/app-version.service.ts'
import type { ProjectRepo } from '#domains/studio/project/project.repo.ts'
import type { ProjectService } from '#domains/studio/project/project.service.ts'
import { createBriefTokens } from '#kit/brief-token.ts'
import type { Infra } from '#kit/infra.ts'
import type { Flow } from '../flow.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'

/** Maximum size in bytes of the sources of a package, which are one file. */
const MAX_SOURCE_BYTES = 8 * 2 ** 20

interface Services {
  ground: Ground
  resources: Resources
  flow: Flow
  repo: ProjectRepo
}

/** Wires the pages of projects: edited in the studio, served on the public page. */
export function wireInterfaces(infra: Infra, { ground, resources, flow, repo }: Services) {
  const { bus, clock, newId, builder, browser, blobs, config, secrets } = infra
  const interfaces = createInterfaceService({
    repo: createInterfaceRepo(infra.database.db),
    resources: ground.resources,
    bus,
    newId,
    clock,
  })
  const snapshots = createSnapshots({ repo: createSnapshotRepo(infra.database.db), interfaces, newId, clock })
  const packages = createPackageService({
    repo: createPackageRepo(infra.database.db),
    builder,
    sandbox: infra.sandbox,
    interfaces,
    newId,
    clock,
  })
  const previewLinks = createPreviewLinks(createBriefTokens(secrets, clock), config.publicUrl)
  const componentFrames = createFrameLinks(secrets, clock)
  const code = createCodePages({
    db: infra.database.db,
    builder,
    sandbox: infra.sandbox,
    frames: componentFrames,
    clock,
  })
  const framesOf = createFramesOf(packages, code, componentFrames)
  const spaceOf = async (projectId: string) => (await ground.resources.get(projectId))?.spaceId ?? ''
  const pictures = createPictureService({ browser, webDir: config.webDir, blobs, links: ground.links })
  const facts = createInterfaceFacts({
    packages: async (id) => {
      const head = await ground.resources.get(id)
      return head ? packages.ids(head.spaceId) : []
    },
    inside: (id) => repo.inside(id),
    bots: interfaces.publishedBots,
    workflows: flow.workflows,
    databases: resources.databases,
  })
  const isInside = async (projectId: string, id: string) => (await ground.resources.get(id))?.projectId === projectId
  const sources = createSourceService({ runs: flow.runs, statements: resources.databaseStatements, isInside })
  ground.access.registerPart('interfaceSandbox', interfaces.projectOf)
  return {
    services: {
      interfaces,
      componentPackages: packages,
      componentFrames,
      componentFramesOf: framesOf,
      interfaceFacts: facts,
      interfaceSources: sources,
      interfacePreviewLinks: previewLinks,
      interfaceSnapshots: snapshots,
      interfaceCode: code,
      interfaceReleases: createInterfaceReleases({
        interfaces,
        facts,
        snapshots,
        codeFaults: async (document, projectId) => code.faults(document, await spaceOf(projectId)),
      }),
    },
    handlers: (
      projects: ProjectService,
      versions: AppVersions,
    ): HandlersOf<
      | 'agentAppPackage'
      | 'builderSandbox'
      | 'componentPackage'
      | 'interfacePicture'
      | 'interfacePreview'
      | 'projectInterface'
    > => ({
      agentAppPackage: packageVersionRoutes({
        packages,
        people: ground.passport,
        links: ground.links,
        readFile: async (key, userId) => {
          const found = (await ground.uploads.find(key, userId)) && (await ground.uploads.read(key))
          return found && found.size <= MAX_SOURCE_BYTES ? Buffer.from(await found.bytes()).toString() : undefined
        },
      }),
      builderSandbox: builderSandboxRoutes({ interfaces, pages: createPages({ interfaces }), snapshots, projects }),
      componentPackage: componentPackageRoutes({
        packages,
        people: ground.passport,
        links: ground.links,
        frames: componentFrames,
      }),
      interfacePicture: interfacePictureRoutes({
        interfaces,
        versions,
        pictures,
        uploads: ground.uploads,
        links: ground.links,
      }),
      interfacePreview: interfacePreviewRoutes({
        interfaces,
        projects,
        sources,
        runs: flow.runs,
        links: previewLinks,
        isInside,
        mayTry: (userId, id) => ground.access.canUser(userId, 'project', id, 'testRunWorkflow'),
        framesOf,
      }),
      projectInterface: interfaceRoutes({
        interfaces,
        buildCode: async (document, pageId, projectId) => code.build(document, pageId, await spaceOf(projectId)),
        sources,
        projects,
        versions,
        facts,
        isInside,
        runs: flow.runs,
        uploads: ground.uploads,
        links: ground.links,
        publishedAt: async (id) => Math.max(0, ...(await repo.connectors([id])).map((row) => row.createdAt)),
      }),
    }),
  }
}
