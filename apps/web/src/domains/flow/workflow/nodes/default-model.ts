import type { ListedModel } from '@orrery/contract'
import { describe } from '@orrery/engine/describe'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { modelListQuery } from '#domains/chat/model/index.ts'
import type { NodeData } from '../document/canvas.ts'
import { useEditor } from '../document/editor-context.ts'
import { readModel, settingFor, writeModel } from './model-setting.ts'

/** Puts a model where a node cannot do without one and none is chosen. */
export function withModel(type: string, data: NodeData, model: ListedModel): NodeData {
  const fields = describe(type)?.sections.flatMap((section) => section.fields) ?? []
  return fields.reduce((next, field) => {
    if (field.kind !== 'model' || !field.required || readModel(next, field.form, field.path).modelId) return next
    return writeModel(next, field.form, field.path, settingFor(model))
  }, data)
}

/** Gives a new node the default model of the space. */
export function useDefaultModel(): (type: string, data: NodeData) => NodeData {
  const { spaceId } = useEditor()
  const { data: found } = useQuery(modelListQuery(spaceId))
  const model = found?.model_list.find((listed) => String(listed.model_type) === found.default_model_id)
  return useCallback((type, data) => (model ? withModel(type, data, model) : data), [model])
}
