import { schema } from './scim-docs.ts'
import type { Doc } from './scim-patch.ts'

export const serviceProviderConfig: Doc = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: 1000, maxPayloadSize: 1_048_576 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'A token of one enterprise', primary: true },
  ],
}

const attribute = (name: string, more: Doc = {}): Doc => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
export const resourceTypes = (base: string): Doc[] =>
  [
    {
      id: 'User',
      endpoint: '/Users',
      schema: schema.user,
      schemaExtensions: [{ schema: schema.enterprise, required: false }],
    },
    { id: 'Group', endpoint: '/Groups', schema: schema.group },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    name: type.id,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))
export const schemas: Doc[] = [
  {
    id: schema.user,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'familyName', 'givenName'].map((one) => attribute(one)),
      }),
      attribute('displayName'),
      attribute('title'),
      attribute('locale'),
      attribute('active', { type: 'boolean' }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
      }),
    ],
  },
  {
    id: schema.group,
    name: 'Group',
    attributes: [
      attribute('displayName', { required: true }),
      attribute('externalId', { caseExact: true }),
      attribute('members', {
        type: 'complex',
        multiValued: true,
        subAttributes: [attribute('value'), attribute('display')],
      }),
    ],
  },
  {
    id: schema.enterprise,
    name: 'EnterpriseUser',
    attributes: ['employeeNumber', 'department', 'organization', 'costCenter', 'division'].map((name) =>
      attribute(name),
    ),
  },
]
