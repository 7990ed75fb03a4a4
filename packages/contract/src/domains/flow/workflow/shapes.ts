import { z } from 'zod'
export const creatorSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string(),
  self: z.boolean(),
})
export const variableSchema: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown())

const nodeSchema = z.object({
  workflow_id: z.string(),
  node_id: z.string(),
  node_name: z.string(),
  node_type: z.number(),
  node_param: z.object({ input_parameters: z.array(variableSchema) }),
})
export type WorkflowNode = z.infer<typeof nodeSchema>

export const workflowSchema = z.object({
  workflow_id: z.string(),
  name: z.string(),
  desc: z.string(),
  url: z.string(),
  icon_uri: z.string(),
  status: z.number(),
  type: z.number(),
  plugin_id: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  schema_type: z.number(),
  start_node: nodeSchema.optional(),
  end_node: nodeSchema.optional(),
  space_id: z.string(),
  schema_json: z.string().optional(),
  creator: creatorSchema,
  persistence_model: z.number(),
  flow_mode: z.number(),
  product_draft_status: z.number(),
  /** Status of the workflow's template in the marketplace. */
  product_status: z.number(),
  collaborator_mode: z.number(),
  check_result: z.array(z.object({ type: z.number(), is_pass: z.boolean(), reason: z.string() })),
  project_id: z.string(),
  save_version: z.string(),
  /** The newest published version; empty before the first one. */
  latest_version: z.string(),
})
export type Workflow = z.infer<typeof workflowSchema>

export const detailSchema = z.object({
  workflow_id: z.string(),
  space_id: z.string(),
  name: z.string(),
  desc: z.string(),
  icon: z.string(),
  icon_uri: z.string(),
  inputs: z.array(variableSchema),
  outputs: z.array(variableSchema),
  version: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  project_id: z.string(),
  end_type: z.number(),
  flow_mode: z.number(),
  plugin_id: z.string(),
  creator: creatorSchema,
  flow_version: z.string(),
  flow_version_desc: z.string(),
  latest_flow_version: z.string(),
  latest_flow_version_desc: z.string(),
  commit_id: z.string(),
  is_project: z.boolean(),
  output_nodes: z.array(z.object({ node_id: z.string(), node_type: z.string(), node_title: z.string() })),
})
export type WorkflowDetail = z.infer<typeof detailSchema>

export const versionSchema = z.object({
  workflow_id: z.string(),
  space_id: z.string(),
  commit_id: z.string(),
  submit_commit_id: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  env: z.string(),
  desc: z.string(),
  user: z.object({ user_id: z.string(), user_name: z.string(), user_avatar: z.string(), nickname: z.string() }),
  type: z.number(),
  offline: z.boolean(),
  is_delete: z.boolean(),
  version: z.string(),
  version_type: z.number(),
})
export type WorkflowVersion = z.infer<typeof versionSchema>

const diffMeta = z.object({
  before: z.string(),
  before_commit_id: z.string(),
  after: z.string(),
  after_commit_id: z.string(),
  modify: z.boolean(),
})
export const diffSchema = z.object({
  name_dif: diffMeta,
  describe_dif: diffMeta,
  icon_url_dif: diffMeta,
  schema_dif: diffMeta,
})
export type WorkflowDiff = z.infer<typeof diffSchema>

export const validateErrorSchema = z.object({
  node_error: z.object({ node_id: z.string() }).optional(),
  path_error: z.object({ start: z.string(), end: z.string(), path: z.array(z.string()) }).optional(),
  message: z.string(),
  type: z.number(),
  /** The kind of problem and the names that it concerns, for callers that show their own texts. */
  code: z.string(),
  names: z.array(z.string()),
})
export type ValidateErrorData = z.infer<typeof validateErrorSchema>

/** A space id that clients send although the id of the workflow decides; ignored. */
export const spaceIdHint = z.unknown().optional()
export const onWorkflow = <
  A extends 'view' | 'editInfo' | 'delete' | 'publish' | 'copy' | 'testRunWorkflow' | 'rollback' | 'addCollaborator',
>(
  can: A,
  id = 'workflow_id',
) => ({ on: 'workflow', id, can }) as const
