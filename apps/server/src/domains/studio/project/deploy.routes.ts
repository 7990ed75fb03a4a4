import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { Deployments } from './deploy.service.ts'

const DeployType = { part: 1, whole: 2 } as const

export function deployRoutes(deployments: Deployments): Handlers<typeof contract.oceanDeploy> {
  return {
    list: async ({ projectId, page, pageSize }) => {
      const { rows, total, channels } = await deployments.page(projectId, page, pageSize)
      return {
        list: rows.map((row) => ({
          deployId: row.id,
          pkgName: row.name,
          version: row.version,
          uid: row.createdBy,
          createTime: row.createdAt,
          deployType: row.serves > 0 && row.serves < channels ? DeployType.part : DeployType.whole,
        })),
        total,
        message: '',
      }
    },
  }
}
