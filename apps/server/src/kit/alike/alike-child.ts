import { answerTasks } from '../documents/worker-answers.ts'
import { findPairs } from './find-pairs.ts'

answerTasks({ pairs: findPairs })
