export declare const program: string
export declare const operatorProgram: string
export declare const compiled: string
export declare const quickImports: string[]
export declare const environment: Record<string, string>
