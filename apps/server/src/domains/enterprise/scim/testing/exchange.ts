/** A request as a directory sends it, and what it expects. `{user}` and `{group}` are the ids of what was created before. */
export interface Step {
  does: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  status: number
  /** Parts that the answer has to have. */
  answer?: object
  /** Remembers the id of the answer under this name. */
  keeps?: 'user' | 'group'
}
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
