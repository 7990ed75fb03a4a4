import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageNumber, pageSize } from '#shared/fields.ts'

/** Deployments of a project. */
export const oceanDeploy = {
  list: op('GET /api/hub/ocean/deploy-list', {
    summary: 'List published versions of a project, newest first',
    summaryZh: '列出项目已发布的版本，最新在前',
    access: { on: 'project', id: 'projectId', can: 'view' },
    reply: 'flat',
    input: () => z.object({ projectId: id(), page: pageNumber(), pageSize: pageSize(20) }),
    output: () =>
      z.object({
        list: z.array(
          z.object({
            deployId: z.string(),
            pkgName: z.string(),
            version: z.string(),
            uid: z.string(),
            createTime: z.number(),
            /**
             * 1 serves some of the project's channels while another version serves the rest; 2 serves all channels, or
             * none any more.
             */
            deployType: z.literal([1, 2]),
          }),
        ),
        total: z.int(),
        message: z.string(),
      }),
  }),
}
