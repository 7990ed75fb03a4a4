import { type FarAnswer, type FarRequest, openFarEnd } from './far-end.ts'

interface FarTask {
  id: number
  project: number
  data: Record<string, unknown>
  annotations: { id: number; result: unknown[]; updated_at: string; was_cancelled: boolean }[]
}
const CONFIG = `<View><!-- shows a text -->
  <Text name="text" value="$text"/>
  <Choices name="mood" toName="text" choice="single"><Choice value="Good"/><Choice value="Bad &amp; sad"/></Choices>
  <TextArea name="why" toName="text"/>
</View>`
/** A personal access token, which is exchanged for a short-lived one. */
export const STUDIO_TOKEN = 'head.refresh.sign'
const SHORT = 'short-lived'

/** Simulates Label Studio as far as our adapter uses it: accounts, projects, tasks, exports and webhooks. */
export async function openLabelStudio() {
  const tasks: FarTask[] = []
  const hooks = new Map<number, { url: string; project: number }>()
  let last = 100
  const state = { isAway: false, imports: 0 }
  /** Runs after an export was read and before it is sent. */
  let beforeExport: () => Promise<unknown> = async () => {}
  const next = () => (last += 1)
  const projects = [
    { id: 7, title: 'Moods', label_config: CONFIG },
    { id: 8, title: 'Elsewhere', label_config: '<View></View>' },
  ]
  async function answer({ method, path, body, headers }: FarRequest): Promise<FarAnswer> {
    if (state.isAway) return { status: 503 }
    const given = body.length ? (JSON.parse(body.toString()) as unknown) : undefined
    if (path === '/api/token/refresh')
      return (given as { refresh?: string }).refresh === STUDIO_TOKEN ? { body: { access: SHORT } } : { status: 401 }
    if (headers.authorization !== `Bearer ${SHORT}`) return { status: 401 }
    if (path === '/api/current-user/whoami') return { body: { id: 3, email: 'studio@example.test' } }
    if (path === '/api/projects/') return { body: { count: 2, results: projects } }
    const [, id, rest] = /^\/api\/projects\/(\d+)\/(import|export)?$/.exec(path) ?? []
    const project = projects.find((one) => String(one.id) === id)
    if (id && !project) return { status: 404 }
    if (project && rest === 'import') {
      state.imports += 1
      for (const { data } of given as { data: FarTask['data'] }[])
        tasks.push({ id: next(), project: project.id, data, annotations: [] })
      return { status: 201, body: { task_count: (given as object[]).length } }
    }
    if (project && rest === 'export') {
      const body = JSON.stringify(tasks.filter((task) => task.project === project.id))
      await beforeExport()
      return { body, headers: { 'content-type': 'application/json' } }
    }
    if (project) return { body: project }
    if (path === '/api/webhooks/' && method === 'POST') {
      const hook = next()
      hooks.set(hook, given as { url: string; project: number })
      return { status: 201, body: { id: hook } }
    }
    const hook = /^\/api\/webhooks\/(\d+)\/$/.exec(path)?.[1]
    if (hook && method === 'DELETE') return hooks.delete(Number(hook)) ? { status: 204 } : { status: 404 }
    return { status: 404 }
  }
  const far = await openFarEnd(answer)
  return {
    ...far,
    state,
    tasks,
    hooks,
    /** Holds back the next export. Resolves once the export was read, with a function that releases it. */
    holdExport: () =>
      new Promise<() => void>((begun) => {
        beforeExport = () => {
          beforeExport = async () => {}
          const { promise, resolve } = Promise.withResolvers<void>()
          begun(resolve)
          return promise
        }
      }),
    /** Adds the annotation of a person to a task. */
    annotate(task: FarTask, mood: string, at: string, why = 'because') {
      const result = [
        { from_name: 'mood', type: 'choices', value: { choices: [mood] } },
        { from_name: 'why', type: 'textarea', value: { text: [why] } },
      ]
      task.annotations.push({ id: next(), result, updated_at: at, was_cancelled: false })
    },
  }
}
