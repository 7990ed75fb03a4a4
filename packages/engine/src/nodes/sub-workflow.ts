import type { Frame, Plan, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { field, numberField, textField } from '#canvas/fields.ts'
import { EngineError } from '#errors.ts'
import { NodeType } from '#node-type.ts'
import { callOf, need } from '#run/call.ts'
import { beginWorkflow } from '#run/children.ts'
import { type Outcome, type Waiting, waiting } from '#run/outcome.ts'
import { finish } from '#run/task.ts'
import { convertOutputs } from './convert-outputs.ts'
import type { NodeKind } from './node-kind.ts'

interface Config {
  workflowId: string
  version: string
  answers: boolean
}

const calling: Omit<NodeKind<Config>, 'type'> = {
  needs: ['workflows'],
  zeroInputs: false,
  nullOutputs: true,
  answerField: () => 'output',
  compile(scope) {
    const workflowId = textField(scope.node.inputs, 'workflowId')
    const version = textField(scope.node.inputs, 'workflowVersion')
    if (!workflowId) scope.fail('no workflow is chosen', { fault: 'notChosen', names: ['workflow'] })
    scope.uses({ workflowId, version })
    return {
      inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
      config: { workflowId, version, answers: numberField(scope.node.inputs, 'type') === 1 },
    }
  },
  run(task, config) {
    const plan = need(task, 'workflows').load(config, callOf(task))
    return plan instanceof Promise ? plan.then((item) => begin(task, config, item)) : begin(task, config, plan)
  },
  childDone(task, child) {
    finish(task, outcomeOf(task, child))
  },
}

function begin(task: Task, config: Config, plan: Plan | undefined): Waiting {
  if (!plan) {
    throw new EngineError(
      ErrorCode.engine.notFound,
      `the workflow ${config.workflowId} ${config.version || '(draft)'} was not found`,
      {
        zh: `找不到工作流 ${config.workflowId} ${config.version || '（草稿）'}`,
        retryable: false,
      },
    )
  }
  if (!task.closed) beginWorkflow(task, plan, '', task.input)
  return waiting
}

function outcomeOf(task: Task, child: Frame): Outcome {
  const { output, text } = child.result!
  if (text !== undefined) return { output: { output: text }, raw: text }
  return task.node.outputs.length ? convertOutputs(task.node.outputs, output) : { output }
}

/** Calls the draft or a fixed version of another workflow. */
export const subWorkflow: NodeKind<Config> = {
  ...calling,
  type: NodeType.SubWorkflow,
}

/** Calls an image flow, in the same way as any other workflow. */
export const imageflow: NodeKind<Config> = {
  ...calling,
  type: NodeType.Imageflow,
}
