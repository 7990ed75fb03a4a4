interface Checked {
  check_not_pass: boolean
  check_not_pass_msg: string
}

/** Returns an answer that passed the content rules. A refusal is thrown as an error that names its field. */
export function passed<T extends Checked>(answer: T): T {
  if (answer.check_not_pass) throw new Error(answer.check_not_pass_msg)
  return answer
}
