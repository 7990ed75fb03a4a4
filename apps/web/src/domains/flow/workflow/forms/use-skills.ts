import type { SearchSetting } from './parts/knowledge-search.tsx'
import { usePath } from './use-path.ts'

interface Skills {
  workflowFCParam?: { workflowList?: WorkflowSkill[] }
  pluginFCParam?: { pluginList?: PluginSkill[] }
  knowledgeFCParam?: { global_setting?: SearchSetting; knowledgeList?: KnowledgeSkill[] }
}
interface WorkflowSkill {
  workflow_id: string
  workflow_version?: string
  is_draft?: boolean
  plugin_id?: string
  plugin_version?: string
}
interface PluginSkill {
  plugin_id: string
  api_id: string
  api_name: string
  plugin_version?: string
  is_draft?: boolean
  plugin_from?: string
}
interface KnowledgeSkill {
  id: string
  name?: string
}
const noFlows: WorkflowSkill[] = []
const noTools: PluginSkill[] = []
const noBases: KnowledgeSkill[] = []

const defaultSearch: SearchSetting = {
  search_mode: 0,
  top_k: 3,
  min_score: 0.5,
  use_nl2_sql: false,
  use_rewrite: false,
  use_rerank: false,
  no_recall_reply_mode: 0,
  no_recall_reply_customize_prompt: '',
}

/** Reads and writes the stored skills of a model node. */
export function useSkills(path: string) {
  const [raw, set] = usePath(path)
  const skills = (raw ?? {}) as Skills
  const { workflowFCParam: workflow, pluginFCParam: plugin, knowledgeFCParam: knowledge } = skills
  const flows = workflow?.workflowList ?? noFlows
  const setFlows = (workflowList: WorkflowSkill[]) => set({ ...skills, workflowFCParam: { ...workflow, workflowList } })
  return {
    flows,
    tools: plugin?.pluginList ?? noTools,
    bases: knowledge?.knowledgeList ?? noBases,
    search: { ...defaultSearch, ...knowledge?.global_setting },
    setFlows,
    /** Adds the draft of a workflow. */
    addFlow: (id: string) =>
      setFlows([
        ...flows,
        { workflow_id: id, workflow_version: '', is_draft: true, plugin_id: id, plugin_version: '' },
      ]),
    setTools: (pluginList: PluginSkill[]) => set({ ...skills, pluginFCParam: { ...plugin, pluginList } }),
    setBases: (knowledgeList: KnowledgeSkill[]) =>
      set({ ...skills, knowledgeFCParam: { global_setting: defaultSearch, ...knowledge, knowledgeList } }),
    setSearch: (search: SearchSetting) =>
      set({ ...skills, knowledgeFCParam: { ...knowledge, global_setting: search } }, 'search'),
  }
}
