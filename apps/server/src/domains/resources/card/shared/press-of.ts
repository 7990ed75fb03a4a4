/** Converts a press from wire format. */
export const pressOf = (input: {
  message_id: string
  signature: string
  button_id: string
  item?: number | undefined
  values: Record<string, string>
}) => ({
  messageId: input.message_id,
  signature: input.signature,
  buttonId: input.button_id,
  item: input.item,
  values: input.values,
})
