import { answerTasks } from '../../documents/worker-answers.ts'
import { computeBoard } from './board.ts'

answerTasks({ board: computeBoard })
