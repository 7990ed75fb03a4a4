import { nodeTypes } from './node-catalog.ts'

/**
 * Where each type of node stores its settings: in `data.inputs` unless stated. Types not listed have inputParameters
 * only.
 */
const configs: Record<string, string> = {
  1: 'data.outputs: Variable[] = what the workflow takes. Always id "100001", exactly one.',
  2: 'terminatePlan "returnVariables" with inputParameters = what the workflow gives; or "useAnswerContent" with content: BlockInput(string literal template), streamingOutput. Always id "900001", exactly one.',
  3: 'llmParam: Param[] of string literals: modelType (id), modleName, temperature, maxTokens, responseFormat ("0" text, "1" markdown, "2" json), prompt (template with {{input name}}), systemPrompt. outputs: one string "output", or fields when responseFormat is "2".',
  5: 'code, language 5 (JavaScript: `async function main({ params }) { return { ... } }`) or 3 (Python: `async def main(args): return {...}` with args.params). outputs = the returned fields.',
  8: 'branches: [{condition: {logic: 1 or / 2 and, conditions: [{operator, left: {input: BlockInput}, right: {input: BlockInput}}]}}]. operator: 1 =, 2 ≠, 7 contains, 9 empty, 10 not empty, 11 true, 12 false, 13 >, 14 ≥, 15 <, 16 ≤. Ports: "true" for the first branch, "true_1", "true_2" … for the next ones, "false" for else; every port needs an edge.',
  13: 'content: BlockInput(string literal template), streamingOutput, inputParameters.',
  15: 'method "concat" with concatParams [{name "concatResult", input: string literal template}] or "split" with splitParams [{name "delimiters", input: list literal}], input named "String". outputs: output (string, or list of string for split).',
  18: 'question (text template), answer_type "text" or "option", option_type "static", options [{name}], limit 3, llmParam {modelType}. outputs: USER_RESPONSE; for options optionId and optionContent, ports "branch_0" … and "default".',
  21: 'loopType "array" | "count" | "infinite", loopCount: BlockInput, variableParameters: Param[] (start values), inputParameters = arrays. Children in blocks, their edges in edges: the first from the loop itself with sourcePortID "loop-function-inline-output", the last to it with targetPortID "loop-function-inline-input"; edges leaving the loop have sourcePortID "loop-output". data.outputs: Param[] that refer to outputs of children.',
  22: 'intents [{name}], mode "top_speed", llmParam {modelType, prompt: BlockInput, systemPrompt: BlockInput}; input named "query". outputs classificationId (integer). Ports "branch_0" … and "default".',
  28: 'batchSize, concurrentSize: BlockInput integers; like a loop with ports "batch-function-inline-output", "batch-function-inline-input", "batch-output"; runs items at the same time.',
  30: 'outputSchema: JSON text of Variable[]; data.outputs the same Variable[].',
  32: 'mergeGroups: [{name, variables: BlockInput[]}]; outputs: one a group. Takes the first that is there after branches meet.',
  45: 'apiInfo {method, url}, headers Param[], params Param[], auth {authOpen: false}, body {bodyType "EMPTY" | "JSON", bodyData {json}}, setting {timeout: 20, retryTimes: 1}; url and json may hold {{block_output_<nodeId>.<name>}}. outputs: body string, statusCode integer, headers string.',
  58: 'input named "input"; outputs: output string.',
  59: 'input named "input"; outputs: output.',
}
/** The user fills in settings that depend on resources of the space. */
const offered = new Set(Object.keys(configs))

/** Describes the format of canvases to a model. */
export const canvasGuide = `A workflow is a JSON canvas: {"nodes": Node[], "edges": Edge[]}.
Node = {"id": text of digits, "type": text, "data": {"nodeMeta": {"title": text}, "inputs": {…}, "outputs": Variable[]}}
Edge = {"sourceNodeID", "targetNodeID", "sourcePortID"?: only for nodes with ports}
Variable = {"name", "type": "string"|"integer"|"float"|"boolean"|"object"|"list", "required"?, "schema"?: Variable[] of an object or {"type"} of a list's elements}
Param = {"name", "input": BlockInput}; inputParameters is Param[]
BlockInput = {"type", "value": {"type": "literal", "content": …}} or {"type", "value": {"type": "ref", "content": {"source": "block-output", "blockID": node id, "name": output name}}}
Rules: every node can be reached from Start and leads to End; no circles; parameter names are letters, digits and _; a node may only refer to nodes before it; templates name the node's own inputParameters as {{name}}; loops and batches do not stand inside one another.
Node types (configuration lies directly in data.inputs):
${nodeTypes
  .filter((nodeType) => offered.has(nodeType.type))
  .map((nodeType) => `${nodeType.type} ${nodeType.en}: ${configs[nodeType.type]}`)
  .join('\n')}`
