import type { Layer } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'

/** Label of a layer: its text, or its kind and position. */
export function useLayerName(): (layer: Layer, place: number) => string {
  const t = useT('workflow-node')
  const kinds = {
    textbox: t('drawing.text'),
    rect: t('drawing.rect'),
    circle: t('drawing.circle'),
    line: t('drawing.line'),
    image: t('drawing.image'),
  }
  return (layer, place) => t('drawing.layer', { kind: kinds[layer.type], place: place + 1 })
}
