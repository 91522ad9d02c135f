/** A violation that a check or an action found. `check` names the rule. */
export class Fail extends Error {
  override name = 'Fail'
  check: string

  constructor(check: string, message: string) {
    super(message)
    this.check = check
  }
}
