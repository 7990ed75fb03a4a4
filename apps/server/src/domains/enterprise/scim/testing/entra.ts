import { groupSchema, patchOf, type Step, userSchema } from './exchange.ts'

const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const userName = 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1'
const email = 'Test_User_fd0ea19b-0777-472c-9f96-4f70d2226f2e@company.test'
const groupName = '1879db59-3bdf-4490-ad68-ab880a269474updatedDisplayName'

/**
 * Requests of Microsoft Entra, from “Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID”
 * (learn.microsoft.com): capitalised operations, members with an empty `$ref`, roles that are not requested, group
 * changes answered without a body. Its client sends booleans as text unless the flag `aadOptscim062020` is set.
 */
export const entraExchange: readonly Step[] = [
  {
    does: 'discovers the schemas',
    method: 'GET',
    path: '/Schemas',
    status: 200,
    answer: { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 3 },
  },
  {
    does: 'asks for somebody who is not there',
    method: 'GET',
    path: '/Users?filter=userName eq "non-existent user"',
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  {
    does: 'asks for somebody by an id that is not there',
    method: 'GET',
    path: '/Users/5171a35d82074e068ce2',
    status: 404,
    answer: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
  },
  {
    does: 'creates a user',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [userSchema, enterpriseSchema],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: email }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    },
    status: 201,
    keeps: 'user',
    answer: {
      userName,
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      active: true,
      name: { familyName: 'familyName', givenName: 'givenName' },
      meta: { resourceType: 'User' },
    },
  },
  { does: 'gets the user', method: 'GET', path: '/Users/{user}', status: 200, answer: { userName } },
  {
    does: 'finds the user by name, in another case',
    method: 'GET',
    path: `/Users?filter=userName eq "${userName.toLowerCase()}"`,
    status: 200,
    answer: { totalResults: 1, Resources: [{ userName }] },
  },
  {
    does: 'finds the user by the address of work',
    method: 'GET',
    path: `/Users?filter=emails[type eq "work"].value eq "${email}"`,
    status: 200,
    answer: { totalResults: 1, Resources: [{ userName }] },
  },
  {
    does: 'changes values of several kinds',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@company.test' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ),
    status: 200,
    answer: {
      emails: [{ value: 'updatedEmail@company.test', type: 'work' }],
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
    },
  },
  {
    does: 'sets an attribute of the enterprise extension by its address',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Add', path: `${enterpriseSchema}:department`, value: 'Sales' }),
    status: 200,
    answer: { [enterpriseSchema]: { department: 'Sales' } },
  },
  {
    does: 'sets the manager as a bare id',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Add', path: `${enterpriseSchema}:manager`, value: '5171a35d82074e068ce2' }),
    status: 200,
    answer: { [enterpriseSchema]: { department: 'Sales', manager: { value: '5171a35d82074e068ce2' } } },
  },
  {
    does: 'renames the user',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Replace', path: 'userName', value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@company.test' }),
    status: 200,
    answer: { userName: '5b50642d-79fc-4410-9e90-4c077cdd1a59@company.test' },
  },
  {
    does: 'creates a group with a schema of its own',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Entra group',
      meta: { resourceType: 'Group' },
    },
    status: 201,
    keeps: 'group',
    answer: { displayName: 'Entra group', meta: { resourceType: 'Group' } },
  },
  {
    does: 'gets the group without its members',
    method: 'GET',
    path: '/Groups/{group}?excludedAttributes=members',
    status: 200,
    answer: { displayName: 'Entra group' },
  },
  {
    does: 'finds the group by name',
    method: 'GET',
    path: '/Groups?excludedAttributes=members&filter=displayName eq "Entra group"',
    status: 200,
    answer: { totalResults: 1, Resources: [{ displayName: 'Entra group' }] },
  },
  {
    does: 'renames the group',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'Replace', path: 'displayName', value: groupName }),
    status: 204,
  },
  {
    does: 'adds a member with an empty reference',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
  },
  {
    does: 'asks whether somebody is a member',
    method: 'GET',
    path: '/Groups?attributes=id&filter=id eq "{group}" and members eq "{user}"',
    status: 200,
    answer: { totalResults: 1, Resources: [{ id: '{group}', displayName: groupName }] },
  },
  {
    does: 'takes the member out by a list of values',
    method: 'PATCH',
    path: '/Groups/{group}',
    body: patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
  },
  {
    does: 'finds that the member is out',
    method: 'GET',
    path: '/Groups/{group}',
    status: 200,
    answer: { members: [] },
  },
  { does: 'deletes the group', method: 'DELETE', path: '/Groups/{group}', status: 204 },
  {
    does: 'disables the user, with a truth value as text',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
    answer: { active: false },
  },
  {
    does: 'disables the user, who is disabled already',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Replace', path: 'active', value: false }),
    status: 200,
    answer: { active: false },
  },
  {
    does: 'finds the disabled user',
    method: 'GET',
    path: '/Users?filter=userName eq "5b50642d-79fc-4410-9e90-4c077cdd1a59@company.test"',
    status: 200,
    answer: { totalResults: 1, Resources: [{ active: false }] },
  },
  {
    does: 'enables the user again',
    method: 'PATCH',
    path: '/Users/{user}',
    body: patchOf({ op: 'Replace', path: 'active', value: 'True' }),
    status: 200,
    answer: { active: true },
  },
  { does: 'deletes the user', method: 'DELETE', path: '/Users/{user}', status: 204 },
  { does: 'finds that the user is gone', method: 'GET', path: '/Users/{user}', status: 404 },
]
