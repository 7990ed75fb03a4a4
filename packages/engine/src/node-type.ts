/** The number of every node type on a canvas, by the key that run results use. Both are part of the wire contract. */
export const NodeType = {
  Start: '1',
  End: '2',
  LLM: '3',
  Api: '4',
  Code: '5',
  Dataset: '6',
  If: '8',
  SubWorkflow: '9',
  Variable: '11',
  Database: '12',
  Message: '13',
  Imageflow: '14',
  Text: '15',
  ImageGenerate: '16',
  ImageReference: '17',
  Question: '18',
  Break: '19',
  LoopSetVariable: '20',
  Loop: '21',
  Intent: '22',
  DrawingBoard: '23',
  SceneVariable: '24',
  SceneChat: '25',
  LTM: '26',
  DatasetWrite: '27',
  Batch: '28',
  Continue: '29',
  Input: '30',
  Comment: '31',
  VariableAggregator: '32',
  TriggerUpsert: '34',
  TriggerDelete: '35',
  TriggerRead: '36',
  MessageList: '37',
  ClearConversationHistory: '38',
  CreateConversation: '39',
  AssignVariable: '40',
  DatabaseUpdate: '42',
  DatabaseSelect: '43',
  DatabaseDelete: '44',
  Http: '45',
  DatabaseInsert: '46',
  ConversationUpdate: '51',
  ConversationDelete: '52',
  ConversationList: '53',
  ConversationHistory: '54',
  CreateMessage: '55',
  EditMessage: '56',
  DeleteMessage: '57',
  ToJSON: '58',
  FromJSON: '59',
  KnowledgeDelete: '60',
} as const

export type NodeKey = keyof typeof NodeType
export type NodeType = (typeof NodeType)[NodeKey]

const keys = new Map(Object.entries(NodeType).map(([key, type]) => [type, key as NodeKey]))
export const keyOf = (type: NodeType): NodeKey => keys.get(type)!
export const isNodeType = (type: string): type is NodeType => keys.has(type as NodeType)
/** The node type of a key, for steps without their canvas; undefined for unknown keys. */
export const typeOfKey = (key: string): NodeType | undefined =>
  Object.hasOwn(NodeType, key) ? NodeType[key as NodeKey] : undefined
