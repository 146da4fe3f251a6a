type Values = Record<string, string | undefined>;

export function wrongSecrets(values: Values): string[];
export function withSecrets(text: string): { text: string; made: string[] };
export function wrongSettings(values: Values): string[];
export function wrongProductName(values: Values, directory: string): string[];
export function misspeltNames(values: Values, example: string): string[];
