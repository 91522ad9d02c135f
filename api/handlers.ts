// Calls from a lower feature to higher ones. A lower feature does not import a higher one (checks/layers.test.ts): it defines
// what it calls here, and `api/wiring.ts` lists the handlers.

export interface Handlers<Handler> {
  /** The handlers in the order in which they are called. @throws Error when `api/wiring.ts` is not loaded */
  list(): readonly Handler[]
  /** Sets the handlers. @throws Error the second time in a process */
  set(handlers: readonly Handler[]): void
}

/** Handlers of one event or question. `name` is the name of the constant. */
export function defineHandlers<Handler>(name: string): Handlers<Handler> {
  let known: readonly Handler[] | undefined
  return {
    list() {
      if (!known) throw new Error(`${name} has no handlers: import api/wiring.ts`)
      return known
    },
    set(handlers) {
      if (known) throw new Error(`${name} has handlers already`)
      known = handlers
    },
  }
}
