/** The main visits: tests that hold in front of every Kratos that the portal supports, each a file of `test/`. */
export const visits = {
  'an account’s whole life': 'e2e/journeys',
  'sign-up, sign-in, recovery': 'e2e/account',
  'addresses are proved': 'e2e/signUp',
  'sign-in in two steps': 'e2e/stepByStep',
  'second factors': 'e2e/secondFactors',
  'second factor by mail': 'e2e/mailedSecondFactor',
  passkeys: 'e2e/passkeys',
  'security keys': 'e2e/securityKeys',
  'social accounts': 'e2e/linkedAccounts',
  'mailed links': 'e2e/mailedLinks',
  'expired codes': 'e2e/expiredCodes',
  'sessions and devices': 'e2e/sessions',
  're-authentication': 'e2e/privilegedTime',
  'strangers’ addresses': 'integration/whoMaySignIn',
  mails: 'integration/mails',
  'admin calls': 'integration/adminOperations',
  'admins’ sessions': 'integration/adminSessions',
  'check:provider': 'integration/checkProvider',
} as const;

/** The file of a visit's tests. @param name a value of `visits` */
export const testFile = (name: string): string => `test/${name}.test.ts`;

/** The part of jest's JSON report that is read here. */
export interface Report {
  testResults: { name: string; assertionResults: TestResult[] }[];
}

interface TestResult {
  fullName: string;
  status: string;
}

/** The outcome of the visits in front of one Kratos. */
export interface VisitOutcome {
  /** A cell for each visit. */
  cells: Record<string, string>;
  /** The names of the tests that failed. */
  failed: string[];
  /** Whether every visit was made and none failed. */
  succeeded: boolean;
}

const withStatus = (results: TestResult[], status: string): TestResult[] =>
  results.filter((result) => result.status === status);

function cellOf(results: TestResult[]): string {
  const [passed, failed] = ['passed', 'failed'].map((status) => withStatus(results, status).length);
  if (failed) return `${failed} of ${results.length} FAILED`;
  return passed ? `${passed} passed` : 'NOT RUN';
}

/** Reads the outcome of each visit from jest's report of a run. @param report undefined if there was no run */
export function visitOutcome(report: Report | undefined): VisitOutcome {
  const rows = Object.entries(visits).map(([visit, name]) => {
    const file = report?.testResults.find((one) => one.name.endsWith(testFile(name)));
    return [visit, file?.assertionResults ?? []] as const;
  });
  const cells = rows.map(([visit, results]) => [visit, cellOf(results)] as const);
  return {
    cells: Object.fromEntries(cells),
    failed: rows.flatMap(([, results]) => withStatus(results, 'failed').map(({ fullName }) => fullName)),
    succeeded: cells.every(([, cell]) => cell.endsWith('passed')),
  };
}
