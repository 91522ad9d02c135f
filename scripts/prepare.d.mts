/** Builds the web app if its sources have changed since its last build, with this Node. */
export function buildWeb(node: string): Promise<void>
