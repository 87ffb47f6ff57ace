"""The table of programs whose options or arguments can do more than the program's name says.

It names what is dangerous, from the programs' manuals. A program that is missing here is judged by
``UNKNOWN``: option names that usually execute, write or load settings are never covered by a
wildcard there either.
"""

from __future__ import annotations

from core.permissions.shell_options import Program


def words_in(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


READERS = words_in(
    "cat tac head tail wc nl rev cut paste join comm fold fmt expand unexpand column od hexdump hd "
    "strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum cmp diff zcat "
    "bzcat xzcat zstdcat base64 base32 look tsort iconv pr numfmt shuf bat batcat colordiff"
)
NAMERS = words_in(
    "ls dir vdir echo pwd basename dirname stat du df which whoami id uname arch nproc true false "
    "sleep seq expr realpath readlink whereis groups tty users who w uptime free ps lsof "
    "lsblk lscpu getconf locale cal factor printenv test [ type exit return"
)
WRITERS = words_in(
    "touch cp mv rm rmdir mkdir ln tee install chmod chown chgrp truncate unlink shred dd link "
    "mkfifo mknod gzip gunzip bzip2 bunzip2 xz unxz zstd compress uncompress patch setfacl chattr "
    "sponge rename split csplit unzip"
)

_GREP = Program(
    valued_short="f",
    text_short="ABCDdem",
    text_long=words_in(
        "regexp after-context before-context context max-count include exclude exclude-dir label "
        "binary-files devices directories color colour group-separator"
    ),
    valued_long=words_in("file exclude-from"),
    text_first=1,
    text_given_by=words_in("e f regexp file"),
    files="read",
)

PROGRAMS: dict[str, Program] = {
    **{name: Program(files="read") for name in READERS},
    **{name: Program(files="name") for name in NAMERS},
    **{name: Program(files="write") for name in WRITERS},
    "head": Program(text_short="nc", text_long=words_in("lines bytes"), files="read"),
    "tail": Program(text_short="ncs", text_long=words_in("lines bytes pid"), files="read"),
    "cut": Program(
        text_short="bcdf",
        text_long=words_in("bytes characters delimiter fields output-delimiter"),
        files="read",
    ),
    "tr": Program(text_first=2, files="name"),
    "printf": Program(risky_short="v", text_first=1, files="name"),
    "test": Program(risky_short="vR", files="name"),
    "[": Program(risky_short="vR", files="name"),
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "zgrep": _GREP,
    "rg": Program(
        risky_short="z",
        risky_long=_list("pre hostname-bin search-zip"),
        valued_short="f",
        text_short="ABCdEegjMmrtT",
        text_long=words_in(
            "regexp glob iglob type type-not type-add type-clear after-context before-context "
            "context max-count max-depth max-filesize max-columns replace encoding engine sort "
            "sortr threads color colors context-separator field-match-separator path-separator "
            "field-context-separator hyperlink-format dfa-size-limit regex-size-limit generate"
        ),
        valued_long=words_in("file ignore-file"),
        text_first=1,
        text_given_by=words_in("e f regexp file files type-list"),
        files="read",
    ),
    "ag": Program(
        risky_short="z", risky_long=_list("pager search-zip"), text_first=1, files="read"
    ),
    "ack": Program(
        risky_long=_list("pager output ackrc env"), valued_short="m", text_first=1, files="read"
    ),
    "fd": Program(
        risky_short="xX",
        risky_long=_list("exec exec-batch"),
        text_short="edtEcjS",
        text_first=1,
        files="name",
    ),
    "find": Program(
        only_single_dash=words_in(
            "-H -L -P -O0 -O1 -O2 -O3 -amin -anewer -atime -cmin -cnewer -ctime -daystart -depth "
            "-empty -executable -false -follow -fstype -gid -group -help -ignore_readdir_race "
            "-ilname -iname -inum -ipath -iregex -iwholename -links -lname -ls -maxdepth -mindepth "
            "-mmin -mount -mtime -name -newer -nogroup -noleaf -nouser -path -perm -print -print0 "
            "-printf -prune -quit -readable -regex -regextype -samefile -size -true -type -uid "
            "-used -user -version -warn -nowarn -wholename -writable -xdev -xtype -a -o -and -or "
            "-not -newermt -newerat -newerct -newermm -context -d -s -x -E -X"
        ),
        text_long=words_in(
            "name iname path ipath regex iregex wholename iwholename lname ilname printf size "
            "mtime atime ctime mmin amin cmin perm type xtype maxdepth mindepth user group uid gid "
            "fstype links inum regextype used newermt newerat newerct context"
        ),
        files="name",
        options_end=False,
    ),
    "sort": Program(
        risky_short="o",
        risky_long=_list("output compress-program files0-from"),
        valued_short="oT",
        text_short="kSt",
        text_long=words_in("key field-separator buffer-size parallel batch-size sort"),
        valued_long=words_in(
            "output temporary-directory random-source compress-program files0-from"
        ),
        files="read",
    ),
    "uniq": Program(text_short="fsw", arguments=1, files="read"),
    "tree": Program(
        risky_short="oR",
        risky_long=_list("fromfile fromtabfile output gitfile"),
        valued_short="o",
        text_short="LPIHT",
        text_long=words_in("filelimit charset timefmt sort"),
        files="name",
    ),
    "date": Program(
        risky_short="s",
        risky_long=_list("set"),
        valued_short="fr",
        text_short="d",
        text_long=words_in("date iso-8601 rfc-3339"),
        files="read",
    ),
    "hostname": Program(risky_short="FbB", risky_long=_list("file boot"), arguments=0),
    "file": Program(risky_short="CzZ", risky_long=_list("compile uncompress"), files="read"),
    "xxd": Program(
        risky_short="r", text_short="cglosR", arguments=1, risky_long=_list("revert"), files="read"
    ),
    "sdiff": Program(
        risky_short="o", risky_long=_list("output diff-program"), valued_short="o", files="read"
    ),
    "diff3": Program(risky_long=_list("diff-program"), files="read"),
    "less": Program(
        risky_short="koOTQ",
        risky_long=_list(
            "log-file LOG-FILE lesskey-file lesskey-src lesskey-context lesskey-content tag-file"
        ),
        valued_short="koOT",
        text_short="bhjpPtxyz",
        plus=True,
        files="read",
    ),
    "more": Program(plus=True, files="read"),
    "most": Program(plus=True, files="read"),
    "man": Program(
        risky_short="PHXCMlptTB",
        risky_long=_list(
            "pager html gxditview config-file manpath local-file preprocessor troff "
            "troff-device update"
        ),
        text_short="rseELRmS",
        files="name",
    ),
    "info": Program(risky_short="o", risky_long=_list("output restore dribble init-file file")),
    "make": Program(
        risky_short="fCIE",
        risky_long=_list("file makefile directory include-dir eval"),
        valued_short="fCI",
        text_short="jloW",
        assignments=True,
        arguments=1,
    ),
    "ninja": Program(risky_short="Cft", valued_short="Cft", text_short="jkld"),
    "cmake": Program(risky_short="PEDC", risky_long=_list("install open toolchain preset")),
    "ctest": Program(
        risky_short="SODMT", risky_long=_list("script build-and-test output-log test-command")
    ),
    "just": Program(
        risky_short="fdc",
        risky_long=_list("justfile working-directory shell shell-arg set command dotenv-path"),
        assignments=True,
    ),
    "rake": Program(risky_short="frReEIl", risky_long=_list("rakefile require execute libdir")),
    "cargo": Program(
        risky_short="CZ",
        risky_long=_list("config manifest-path target-dir artifact-dir out-dir lockfile-path"),
        text_short="pjF",
        plus=True,
    ),
    "go": Program(
        single_dash=words_in(
            "-exec -toolexec -vettool -o -overlay -modfile -C -ldflags -gcflags -asmflags "
            "-gccgoflags -compiler -coverprofile -cpuprofile -memprofile -blockprofile "
            "-mutexprofile -trace -outputdir -test.coverprofile -test.cpuprofile -pkgdir -w "
            "-test.outputdir -mutexprofile -json-output -artifacts -fix"
        ),
        text_long=words_in("run bench count timeout tags p parallel mod list skip fuzz cpu f"),
    ),
    "pytest": Program(
        risky_short="cpo",
        risky_long=_list(
            "config-file rootdir confcutdir basetemp override-ini junitxml junit-xml result-log "
            "log-file debug pastebin cov-report cov-config pdbcls html self-contained-html "
            "report-log json-report-file resultlog profile-svg trace-config inifile"
        ),
        safe_long=words_in("cov co collect-only color full-trace log-level log-cli-level pdb p"),
        valued_short="cpo",
        text_short="kmrWn",
        text_long=words_in("maxfail tb durations ignore-glob deselect cov log-level log-cli-level"),
        valued_long=words_in("ignore"),
        at_files=True,
    ),
    "mypy": Program(
        risky_long=_list(
            "config-file python-executable custom-typeshed-dir custom-typing-module install-types "
            "any-exprs-report cobertura-xml-report html-report linecount-report linecoverage-report "
            "lineprecision-report txt-report xml-report xslt-html-report xslt-txt-report "
            "junit-xml cache-dir shadow-file quickstart-file"
        ),
        text_short="mpc",
        at_files=True,
    ),
    "ruff": Program(
        risky_short="o",
        risky_long=_list(
            "config fix fix-only unsafe-fixes add-noqa output-file cache-dir watch extension"
        ),
        safe_long=words_in("exit-zero"),
        text_long=words_in("select ignore extend-select line-length target-version output-format"),
    ),
    "eslint": Program(
        risky_short="cfo",
        risky_long=_list(
            "config rulesdir resolve-plugins-relative-to plugin parser format output-file "
            "cache-location cache-file fix fix-type init env-info ext-config flag"
        ),
        safe_long=words_in("fix-dry-run ext cache"),
    ),
    "tsc": Program(
        risky_short="pb",
        risky_long=_list(
            "project build outDir outFile declarationDir generateTrace init tsBuildInfoFile "
            "plugins generateCpuProfile"
        ),
        at_files=True,
    ),
    "prettier": Program(risky_long=_list("config plugin plugin-search-dir write cache-location")),
    "jest": Program(
        risky_short="cu",
        risky_long=_list(
            "config rootDir roots setupFiles setupFilesAfterEnv globalSetup globalTeardown "
            "testRunner runner reporters transform resolver outputFile coverageDirectory env "
            "testEnvironment preset projects snapshotSerializers updateSnapshot filter "
            "coverageProvider watchPlugins testSequencer dependencyExtractor haste"
        ),
    ),
    "vitest": Program(
        risky_short="cru",
        risky_long=_list(
            "config root dir outputFile environment globalSetup update api execArgv "
            "coverage.reportsDirectory snapshotEnvironment pool workspace"
        ),
    ),
    "mocha": Program(
        risky_short="rR",
        risky_long=_list("require import loader config reporter file package ui opts extension"),
    ),
    "tox": Program(risky_short="cx", risky_long=_list("conf override workdir root")),
    "gradle": Program(
        risky_short="IbpcgDP",
        risky_long=_list(
            "init-script build-file project-dir include-build settings-file gradle-user-home "
            "system-prop project-prop project-cache-dir"
        ),
    ),
    "mvn": Program(
        risky_short="fsDlt",
        risky_long=_list("file settings global-settings define log-file toolchains"),
    ),
    "rspec": Program(
        risky_short="roIOf", risky_long=_list("require out options default-path format")
    ),
    "rubocop": Program(
        risky_short="rcoaAfx", risky_long=_list("require config out auto plugin format fix")
    ),
    "phpunit": Program(
        risky_short="c",
        risky_long=_list(
            "configuration bootstrap printer extension include-path log-junit coverage-html "
            "coverage-clover coverage-text coverage-xml coverage-php cache-directory"
        ),
    ),
    "composer": Program(risky_short="d", risky_long=_list("working-dir repository")),
    "pip": Program(
        risky_short="iftr",
        risky_long=_list(
            "index-url extra-index-url find-links target prefix root src requirement editable "
            "config-settings global-option python proxy cert client-cert log cache-dir trusted-host "
            "report constraint"
        ),
    ),
    "curl": Program(
        only_short="sSfILkvig046#GAHmXwe",
        only_long=words_in(
            "silent show-error fail fail-with-body head location insecure verbose include ipv4 ipv6 "
            "compressed max-time connect-timeout retry retry-delay user-agent header request "
            "no-progress-meter http1.1 http2 tlsv1.2 globoff get progress-bar tlsv1.3 max-redirs "
            "write-out range no-buffer"
        ),
        text_short="AHmXwer",
        text_long=words_in(
            "max-time connect-timeout retry retry-delay user-agent header request max-redirs "
            "write-out range"
        ),
        arguments=1,
        at_files=True,
    ),
    "wget": Program(
        only_short="qSvd46T",
        only_long=words_in("quiet spider server-response no-verbose tries timeout inet4-only"),
        text_short="T",
        arguments=1,
    ),
    "rsync": Program(
        risky_short="eTM",
        risky_long=_list(
            "rsh rsync-path remote-option config daemon temp-dir partial-dir backup-dir log-file "
            "write-batch read-batch only-write-batch password-file files-from include-from "
            "exclude-from early-input delete remove-source-files copy-as"
        ),
        valued_short="eTM",
        files="write",
    ),
    "dig": Program(risky_short="fk", files="name"),
    "ping": Program(text_short="cisWwtIQpm", files="name", arguments=1, risky_short="f"),
    "gcc": Program(
        risky_short="B",
        risky_long=_list("specs plugin wrapper"),
        single_dash=words_in("-wrapper -fplugin -specs -B -save-temps"),
        at_files=True,
    ),
    "rustc": Program(risky_short="CZoL", risky_long=_list("codegen out-dir sysroot emit extern")),
    "javac": Program(at_files=True, single_dash=words_in("-processor -processorpath -d -s -h -J")),
    "zip": Program(risky_short="TmO", risky_long=_list("test unzip-command output-file move")),
    "openssl": Program(
        single_dash=words_in("-engine -provider -provider-path -out -config -rand -writerand -conf")
    ),
    "gh": Program(risky_short="D", risky_long=_list("dir input body-file hostname")),
    "helm": Program(risky_long=_list("post-renderer kubeconfig repository-config plugin")),
    "ip": Program(risky_short="b", risky_long=_list("batch netns")),
    "split": Program(risky_long=_list("filter"), files="write"),
    "unzip": Program(risky_short="do", valued_short="d", files="write"),
    "patch": Program(risky_short="eordi", risky_long=_list("ed output directory"), files="write"),
    "cp": Program(valued_short="tS", valued_long=words_in("target-directory suffix"), files="write"),
    "mv": Program(valued_short="tS", valued_long=words_in("target-directory suffix"), files="write"),
    "touch": Program(text_short="dt", valued_short="r", files="write"),
    "chmod": Program(text_first=1, files="write"),
    "chown": Program(text_first=1, files="write"),
    "shuf": Program(risky_short="o", risky_long=_list("output"), valued_short="o", files="read"),
    "iconv": Program(
        risky_short="o", risky_long=_list("output"), text_short="ft", files="read"
    ),
    "numfmt": Program(files="read"),
    "bat": Program(risky_long=_list("pager config-file generate-config-file"), files="read"),
    "pr": Program(files="read"),
    "lsof": Program(risky_short="D", files="name"),
}  # fmt: skip
PROGRAMS.update(
    {
        "batcat": PROGRAMS["bat"],
        "gmake": PROGRAMS["make"],
        "py.test": PROGRAMS["pytest"],
        "pip3": PROGRAMS["pip"],
        "cc": PROGRAMS["gcc"],
        "g++": PROGRAMS["gcc"],
        "clang": PROGRAMS["gcc"],
        "clang++": PROGRAMS["gcc"],
        "dmypy": PROGRAMS["mypy"],
        "fdfind": PROGRAMS["fd"],
        "gsort": PROGRAMS["sort"],
        "gfind": PROGRAMS["find"],
    }
)

UNKNOWN = Program(
    risky_long=_list(
        "exec exec-batch eval execute config config-file configuration plugin plugins require "
        "loader preload pager editor shell script-shell output output-file outfile out-file "
        "output-dir out-dir to-command init-script rsh hook interpreter use-compress-program "
        "checkpoint-action compress-program pre filter rcfile init-file include-path "
        "load-plugin command-file wrapper launcher"
    ),
    safe_long=words_in("e o c p r s i f h l w ex in ex-t"),
)
"""For programs that are not in the table; abbreviations of one letter mean too much to count."""

NPM = Program(
    risky_short="Cc",
    risky_long=_list(
        "prefix script-shell userconfig globalconfig node-options scripts-prepend-node-path call "
        "shell git editor viewer init-module registry cwd use-yarnrc dir modules-folder "
        "global-style location global https-proxy proxy cafile cache tmp use-node-version "
        "config-dir modules-dir virtual-store-dir shell-emulator store-dir"
    ),
    text_short="w",
    text_long=words_in("workspace filter"),
    safe_long=words_in("silent if-present workspaces"),
)

READ_ONLY = frozenset(
    READERS
    | NAMERS
    | words_in("grep egrep fgrep rg find tree sort uniq cut tr jq sed awk gawk mawk date file fd")
) - words_in("exit return sleep bat batcat printenv")
"""Programs that change nothing, given options that are not risky."""
