export function wrongSecrets(values: Record<string, string | undefined>): string[];
export function withSecrets(text: string): { text: string; made: string[] };
export function wrongModes(values: Record<string, string | undefined>): string[];
