"""Packs examples/editors/vscode, the viewer and the licence into an extension that VS Code installs from a file, without npm: a zip
with a manifest, the same bytes for the same files. Arguments: the viewer's page, the extension to write."""
import json
import os
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

PAGE, OUT = sys.argv[1:3]
FROM = "examples/editors/vscode"
TYPES = {"html": "text/html", "js": "application/javascript", "json": "application/json", "txt": "text/plain", "vsixmanifest": "text/xml"}
with open(FROM + "/package.json") as f:
    about = json.load(f)
manifest = f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={quoteattr(about["name"])} Version={quoteattr(about["version"])} Publisher={quoteattr(about["publisher"])}/>
    <DisplayName>{escape(about["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(about["description"])}</Description>
    <Categories>{escape(",".join(about["categories"]))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(about["engines"]["vscode"])}/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
types = '<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' + "".join(
    f'<Default Extension=".{end}" ContentType="{kind}"/>' for end, kind in TYPES.items()) + "</Types>\n"
files = {"extension.vsixmanifest": manifest.encode(), "[Content_Types].xml": types.encode()}
inside = {"viewer.html": PAGE, "LICENSE.txt": "LICENSE"}
for folder, _, names in os.walk(FROM):
    inside.update({os.path.relpath(os.path.join(folder, n), FROM): os.path.join(folder, n) for n in names})
for name in sorted(inside):
    with open(inside[name], "rb") as f:
        files["extension/" + name] = f.read()
with zipfile.ZipFile(OUT + ".new", "w", zipfile.ZIP_DEFLATED) as z:
    for name, data in files.items():
        z.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
os.replace(OUT + ".new", OUT)
print(f"{OUT}: {os.path.getsize(OUT)} bytes")
