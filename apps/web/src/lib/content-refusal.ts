interface Checked {
  check_not_pass: boolean
  check_not_pass_msg: string
}

/** An answer that the content rules did not stop. A refusal becomes an error that names its field, like any other. */
export function passed<T extends Checked>(answer: T): T {
  if (answer.check_not_pass) throw new Error(answer.check_not_pass_msg)
  return answer
}
