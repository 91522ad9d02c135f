// Calls from a lower feature to higher ones. A lower feature does not import a higher one (checks/layers.test.ts): it defines
// what it calls here, and `api/wiring.ts` lists the handlers.

/** What `api/wiring.ts` sets, once in a process. */
interface Setting<Value> {
  /** @throws Error when `api/wiring.ts` is not loaded */
  get(): Value
  /** @throws Error the second time in a process */
  set(value: Value): void
}

function defineSetting<Value>(name: string): Setting<Value> {
  let known: { value: Value } | undefined
  return {
    get() {
      if (!known) throw new Error(`${name} is not set: import api/wiring.ts`)
      return known.value
    },
    set(value) {
      if (known) throw new Error(`${name} is set already`)
      known = { value }
    },
  }
}

/** Handlers of one event or question, in the order in which they are called. `name` is the name of the constant. */
export const defineHandlers = <Handler>(name: string) => defineSetting<readonly Handler[]>(name)

/** The one handler of a question that always has an answer. `name` is the name of the constant. */
export const defineHandler = <Handler>(name: string) => defineSetting<Handler>(name)
