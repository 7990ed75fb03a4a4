import { describe, expect, it } from 'vitest'
import { spaceIn, howToAddModel } from './how-to-add-model.ts'

const guide = {
  has_model: false,
  can_add_to_space: false,
  can_add_to_instance: false,
  space_keepers: ['Ada'],
  instance_keepers: ['Olga'],
}

describe('an error that a model would fix', () => {
  it('links to the page where the user can add one', () => {
    expect(howToAddModel({ ...guide, can_add_to_space: true, can_add_to_instance: true }, '7')).toEqual({
      address: '/space/7/members?tab=models',
    })
    expect(howToAddModel({ ...guide, can_add_to_instance: true }, '7')).toEqual({ address: '/admin/models' })
  })
  it('names whom to ask if the user cannot add one', () => {
    expect(howToAddModel(guide, '7')).toEqual({ people: ['Ada'] })
    expect(howToAddModel({ ...guide, space_keepers: [] }, '7')).toEqual({ people: ['Olga'] })
  })
  it('finds the space of a page in its path or its parameters', () => {
    expect(spaceIn({ pathname: '/space/12/bot/3', search: '' })).toBe('12')
    expect(spaceIn({ pathname: '/work_flow', search: '?space_id=12&workflow_id=3' })).toBe('12')
    expect(spaceIn({ pathname: '/explore', search: '' })).toBeUndefined()
  })
})
