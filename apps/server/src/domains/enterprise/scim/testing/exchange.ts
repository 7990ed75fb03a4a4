/** A request of a directory and the expected response. `{user}` and `{group}` are replaced by remembered ids. */
export interface Step {
  does: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  status: number
  /** Required parts of the response body. */
  answer?: object
  /** Remembers the id in the response under this name. */
  keeps?: 'user' | 'group'
}
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
