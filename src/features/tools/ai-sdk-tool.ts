import { Value } from '@sinclair/typebox/value'
import { jsonSchema, tool } from 'ai'
import { createSubmitFeedback, description, FeedbackInput, type FeedbackOptions } from './submit-feedback.ts'
import { toToolSchema } from './tool-schema.ts'

/** `submit_feedback` as a tool of the AI SDK: `tools: { submit_feedback: submitFeedbackTool({ url }) }`. */
export function submitFeedbackTool(options: FeedbackOptions) {
  const submit = createSubmitFeedback(options)
  return tool({
    description,
    inputSchema: jsonSchema<FeedbackInput>(toToolSchema(FeedbackInput) as never, {
      // Without `validate` the SDK would accept any JSON as input.
      validate(value) {
        try {
          return { success: true, value: Value.Decode(FeedbackInput, value) }
        } catch {
          return { success: false, error: new Error('The input does not have the required shape.') }
        }
      },
    }),
    execute: (input) => submit(input),
    toModelOutput: ({ output }) => ({
      type: output.status === 'failed' ? 'error-text' : 'text',
      value: output.text,
    }),
  })
}
