import type { ValidateErrorData } from '@orrery/contract'
import { validate, type ValidateOptions } from '@orrery/engine'

/** Everything that keeps a canvas from running, with the node or edge of each problem. */
export function validateCanvas(schema: string, options: ValidateOptions = {}): ValidateErrorData[] {
  return validate(schema, options).map(({ type, nodeId, path, message, code, names }) => ({
    ...(nodeId && { node_error: { node_id: nodeId } }),
    ...(path && { path_error: { ...path, path: [path.start, path.end] } }),
    message,
    type,
    code,
    names: [...names],
  }))
}
