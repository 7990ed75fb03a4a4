/** An error in the format of RFC 7644. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}
export const invalid = (detail: string, scimType = 'invalidValue') => new ScimError(400, detail, scimType)
