export declare const program: string
export declare const compiled: string
export declare const flags: string[]
export declare const environment: Record<string, string>
