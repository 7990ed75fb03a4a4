import { describe, expect, test } from 'vitest'
import {
  collaboratorRoles,
  mayGiveRole,
  mayResource,
  maySpace,
  type ResourceAction,
  resourceActions,
  type SpaceAction,
  spaceActions,
  SpaceRole,
  SpaceType,
  type StandingRole,
} from './policy.ts'
import { collaborativeKinds, sharedKinds } from './resource-kinds.ts'

/** Every cell of the matrix, written by hand: a change of the policy must change this table. */
const spaceMatrix: Record<SpaceAction, string> = {
  //              owner admin member default
  view: '         yes   yes   yes    no',
  createResource: 'yes  yes   yes    no',
  exit: '         yes   yes   yes    no',
  addMember: '    yes   yes   no     no',
  removeMember: ' yes   yes   no     no',
  updateMember: ' yes   yes   no     no',
  manageModels: ' yes   yes   no     no',
  manageConnectors: 'yes yes  no     no',
  update: '       yes   no    no     no',
  delete: '       yes   no    no     no',
  transfer: '     yes   no    no     no',
  api: '          yes   no    no     no',
  audit: '        yes   no    no     no',
  observe: '      yes   yes   no     no',
  approveReleases: 'yes yes  no     no',
}
const roles = [SpaceRole.owner, SpaceRole.admin, SpaceRole.member, SpaceRole.default]
const roleNames = ['owner', 'admin', 'member', 'default']

describe('space rights', () => {
  for (const action of spaceActions) {
    const cells = spaceMatrix[action].trim().split(/\s+/)
    for (const [index, role] of roles.entries())
      test(`team space: ${roleNames[index]} ${cells[index] === 'yes' ? 'may' : 'may not'} ${action}`, () => {
        expect(maySpace(role, SpaceType.team, action)).toBe(cells[index] === 'yes')
      })
    test(`personal space: its owner may ${action}, nobody else`, () => {
      expect(roles.map((role) => maySpace(role, SpaceType.personal, action))).toEqual([true, false, false, false])
    })
  }
})

/**
 * Bots, workflows, projects: the rights of the owner, of collaborators by role (`closed`: while collaboration is
 * closed), and of each space role alone.
 */
const projectMatrix: Record<ResourceAction, string> = {
  //                   owner editor developer operator closed space-owner space-admin space-member default
  view: '              yes   yes    yes       yes      yes    yes         yes         yes          no',
  editInfo: '          yes   yes    yes       no       no     no          no          no           no',
  delete: '            yes   no     no        no       no     no          no          no           no',
  publish: '           yes   no     no        yes      no     no          no          no           no',
  createResource: '    yes   yes    yes       no       no     no          no          no           no',
  copyResource: '      yes   yes    yes       no       no     no          no          no           no',
  copy: '              yes   yes    yes       yes      yes    yes         yes         yes          no',
  testRunPlugin: '     yes   yes    yes       yes      yes    no          no          no           no',
  testRunWorkflow: '   yes   yes    yes       yes      yes    yes         yes         yes          no',
  addCollaborator: '   yes   yes    yes       no       no     no          no          no           no',
  deleteCollaborator: 'yes   no     no        no       no     no          no          no           no',
  rollback: '          yes   no     yes       no       no     no          no          no           no',
  observe: '           yes   yes    yes       yes      yes    no          no          no           no',
}
const team = (spaceRole: SpaceRole, more: { isOwner?: boolean; roles?: readonly StandingRole[] } = {}) => ({
  spaceType: SpaceType.team,
  spaceRole,
  isOwner: false,
  roles: [],
  ...more,
})
const columns = [
  ['its owner', team(SpaceRole.member, { isOwner: true })],
  ['its editor', team(SpaceRole.member, { roles: ['BotEditor'] })],
  ['its developer', team(SpaceRole.member, { roles: ['BotDeveloper'] })],
  ['its operator', team(SpaceRole.member, { roles: ['BotOperator'] })],
  ['a collaborator while it is closed', team(SpaceRole.member, { roles: ['Reader'] })],
  ['the space owner', team(SpaceRole.owner)],
  ['a space admin', team(SpaceRole.admin)],
  ['a space member', team(SpaceRole.member)],
  ['an outsider', team(SpaceRole.default)],
] as const

describe.each(collaborativeKinds)('%s rights', (kind) => {
  for (const action of resourceActions) {
    const cells = projectMatrix[action].trim().split(/\s+/)
    for (const [index, [who, standing]] of columns.entries())
      test(`${who} ${cells[index] === 'yes' ? 'may' : 'may not'} ${action}`, () => {
        expect(mayResource(kind, standing, action)).toBe(cells[index] === 'yes')
      })
  }
  test('rights are the union of ownership, collaboration and space role, and roles add up', () => {
    const both = team(SpaceRole.admin, { roles: ['BotEditor', 'BotOperator'] })
    const parts = [
      team(SpaceRole.admin),
      team(SpaceRole.member, { roles: ['BotEditor'] }),
      team(SpaceRole.member, { roles: ['BotOperator'] }),
    ]
    for (const action of resourceActions)
      expect(mayResource(kind, both, action)).toBe(parts.some((part) => mayResource(kind, part, action)))
  })
  test('people who left the space have no rights, even if they are owner or collaborator', () => {
    const left = team(SpaceRole.default, { isOwner: true, roles: collaboratorRoles })
    for (const action of resourceActions) expect(mayResource(kind, left, action)).toBe(false)
  })
  test('only people who have all the rights of a role may give it', () => {
    const givenBy = (more: Parameters<typeof team>[1]) =>
      collaboratorRoles.filter((role) =>
        mayGiveRole((action) => mayResource(kind, team(SpaceRole.member, more), action), role),
      )
    expect(givenBy({ isOwner: true })).toEqual(collaboratorRoles)
    expect(givenBy({ roles: ['BotEditor'] })).toEqual(['BotEditor'])
    expect(givenBy({ roles: ['BotDeveloper'] })).toEqual(['BotEditor', 'BotDeveloper'])
    expect(givenBy({ roles: ['BotOperator'] })).toEqual(['BotOperator'])
    expect(givenBy({ roles: ['Reader'] })).toEqual([])
  })
  test('in a personal space the owner may do everything', () => {
    for (const action of resourceActions)
      expect(
        mayResource(
          kind,
          { spaceType: SpaceType.personal, spaceRole: SpaceRole.owner, isOwner: true, roles: [] },
          action,
        ),
      ).toBe(true)
  })
})

describe.each(sharedKinds)('%s rights', (kind) => {
  test('every member may edit it; only its creator, admins and the space owner may delete it', () => {
    for (const action of resourceActions) {
      expect(mayResource(kind, team(SpaceRole.member), action)).toBe(action !== 'delete')
      expect(mayResource(kind, team(SpaceRole.member, { isOwner: true }), action)).toBe(true)
      expect(mayResource(kind, team(SpaceRole.admin), action)).toBe(true)
      expect(mayResource(kind, team(SpaceRole.owner), action)).toBe(true)
      expect(mayResource(kind, team(SpaceRole.default), action)).toBe(false)
    }
  })
})
