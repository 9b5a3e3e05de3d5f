interface Package {
  name: string;
  /** Service that the package would leave running. */
  service?: string;
}

type Install = (wanted: Package, say: (line: string) => void) => Promise<string | undefined>;

export function createInstaller(aptGet: string): Install;
export const aptInstall: Install;
