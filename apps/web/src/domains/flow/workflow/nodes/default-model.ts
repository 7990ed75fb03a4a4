import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { modelListQuery } from '#domains/chat/model/index.ts'
import type { NodeData } from '../document/canvas.ts'
import { useEditor } from '../document/editor-context.ts'
import { withModel } from './model-setting.ts'

/** Gives a new node the default model of the space. */
export function useDefaultModel(): (type: string, data: NodeData) => NodeData {
  const { spaceId } = useEditor()
  const { data: found } = useQuery(modelListQuery(spaceId))
  const model = found?.model_list.find((listed) => String(listed.model_type) === found.default_model_id)
  return useCallback((type, data) => (model ? withModel(type, data, model) : data), [model])
}
