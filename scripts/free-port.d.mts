/** Free port below the range that the system assigns to connections, so that no other program takes it in the meantime. */
export function freePort(): Promise<number>
